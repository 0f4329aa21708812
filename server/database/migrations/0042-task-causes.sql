-- The id of the request that a task was started by: what the task logs is found by it. Tasks of an earlier version have none.
alter table task add column request_id text;
