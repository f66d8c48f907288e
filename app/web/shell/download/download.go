package download

import "time"

// Timeout is how long a download may take.
const Timeout = 5 * time.Minute
