// Package inspection runs the engine in child processes with memory and time limits, pooled and restarted. A hostile
// file costs one child and returns one capture a fault; the server goes on.
package inspection
