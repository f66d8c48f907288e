// Package dashboard computes the figures of the dashboard: Aggregator counts events per hour, and Reader reads the data
// of charts from the counters. The meaning of every figure is defined here. It draws nothing, which is for the views,
// and stores nothing but the counters, which are rows of package store.
package dashboard
