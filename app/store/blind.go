package store

// blindJobs picks the jobs of the open checks that an agent claimed last. A list without them tells the agent nothing
// of what was decided, neither by its rows nor by their number. An empty agent holds none.
const blindJobs = `
	SELECT h.job_id
	FROM quality_checks h
	WHERE h.company = ? AND h.holder = ? AND h.state = 'OPEN' AND h.holder <> ''`
