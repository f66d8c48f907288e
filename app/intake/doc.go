// Package intake is the use case behind the SDK's calls: initialize, create a job, take captures and the device's
// results, submit, tell the status, extract without a job; and behind the two calls of a client's server: snapshot and
// document. It judges no picture itself and decides no job: a submitted job is a row that processing finds.
package intake
