// Package masking decides what of a job and a person a visitor may see, and covers the rest: values, running text,
// documents, and the outcome of a job that the visitor is to judge a second time.
package masking
