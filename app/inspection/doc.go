// Package inspection runs the engine in child processes with memory and time limits, pooled and restarted. A hostile
// file costs one child process, and its capture is reported with a fault; the server keeps running.
package inspection
