// Package dashboard is the use case of the figures: it folds what happened into counters per hour (Aggregator), and
// makes shapes of plots from the counters (Reader). What a figure means is said here, once. It draws nothing: how a
// shape looks is for the views; and it keeps nothing but the counters, which are rows of package store.
package dashboard
