// Package intake implements the SDK's calls: initialize, create a job, put captures and the device's results, submit,
// get the status, and extract fields without a job; and the two calls of a client's server: snapshot and document. It
// judges no picture itself and decides no job: a submitted job is a row that processing picks up.
package intake
