// Package work is what stands under the figures of one agent's own work: the decisions that somebody else overturned,
// each with the reason. The figures themselves are drawn by package chart.
package work
