-- Each start of a run counts the open runs of the account and of the workflow, and forgets the oldest ended ones. The
-- state is a column of the indexes, so that neither reads the rows.
CREATE INDEX agent_run_open ON agent_run(user_id, workflow, state) WHERE state IN ('running', 'waiting');
CREATE INDEX agent_run_ended ON agent_run(user_id, workflow, id, state) WHERE state NOT IN ('running', 'waiting');
