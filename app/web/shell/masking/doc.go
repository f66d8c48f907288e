// Package masking decides what a visitor may see of a job and a person, and covers the rest: values, running text,
// documents, and the outcome of a job that the visitor is to judge a second time.
package masking
