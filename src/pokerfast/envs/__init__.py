"""Games as learners see them: actions as ids, observations as arrays, and environments of other libraries."""
