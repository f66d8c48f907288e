package store

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Rollup is a counter of one hour: how often something happened, and the sum of what the metric measures. Hour counts
// the hours since 1970-01-01T00:00Z.
type Rollup struct {
	Company string
	Metric  string
	Hour    int64
	Label   string
	Count   int64
	Total   float64
}

// HourOf returns the Unix hour of a time.
func HourOf(t time.Time) int64 { return t.Unix() / 3600 }

const (
	hoursOfDay = 24
	dailyMark  = "|d" // ends the metric of the rows that sum a whole UTC day
)

const rollupAdd = `
	INSERT INTO rollups (company, metric, hour, label, count, total) VALUES (?, ?, ?, ?, ?, ?)
	ON CONFLICT (company, metric, hour, label) DO UPDATE
	SET count = rollups.count + excluded.count, total = rollups.total + excluded.total`

// AddRollups adds to the counters of the hours and of their days. It does so in the order of the keys, so that two
// nodes that add at once can't deadlock.
func (tx *Tx) AddRollups(ctx context.Context, facts []Rollup) error {
	type key struct {
		company, metric, label string
		hour                   int64
	}
	sums := map[key]Rollup{}
	add := func(f Rollup) {
		k := key{f.Company, f.Metric, f.Label, f.Hour}
		sum, seen := sums[k]
		if !seen {
			sum = Rollup{Company: f.Company, Metric: f.Metric, Hour: f.Hour, Label: f.Label}
		}
		sum.Count, sum.Total = sum.Count+f.Count, sum.Total+f.Total
		sums[k] = sum
	}
	for _, f := range facts {
		add(f)
		f.Metric, f.Hour = f.Metric+dailyMark, f.Hour/hoursOfDay*hoursOfDay
		add(f)
	}
	rows := make([]Rollup, 0, len(sums))
	for _, sum := range sums {
		rows = append(rows, sum)
	}
	slices.SortFunc(rows, func(a, b Rollup) int {
		return cmp.Or(cmp.Compare(a.Company, b.Company), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Hour, b.Hour),
			cmp.Compare(a.Label, b.Label))
	})
	for _, r := range rows {
		if err := tx.change(ctx, rollupAdd, r.Company, r.Metric, r.Hour, r.Label, r.Count, r.Total); err != nil {
			return err
		}
	}
	return nil
}

// RollupSum is the sum of a counter over a step of several hours. Steps are numbered from 0.
type RollupSum struct {
	Step  int64
	Label string
	Count int64
	Total float64
}

func scanSum(scan scanner) (RollupSum, error) {
	var s RollupSum
	err := scan(&s.Step, &s.Label, &s.Count, &s.Total)
	return s, err
}

const (
	rollupSteps = `
		SELECT (hour - ?) / ? AS step, label, CAST(SUM(count) AS BIGINT), SUM(total)
		FROM rollups
		WHERE company = ? AND metric = ? AND hour >= ? AND hour < ?
		GROUP BY step, label
		ORDER BY step, label`
	rollupFirst  = `SELECT COALESCE(MIN(hour), 0) FROM rollups WHERE company = ? AND metric = ?`
	rollupTotals = `
		SELECT CAST(0 AS BIGINT), label, CAST(SUM(count) AS BIGINT), SUM(total)
		FROM rollups
		WHERE company = ? AND metric = ? AND hour >= ? AND hour < ?
		GROUP BY label
		ORDER BY label`
)

// FirstRollup returns the first hour that a metric of a company has a counter for; 0 where it has none.
func (q queries) FirstRollup(ctx context.Context, company, metric string) (int64, error) {
	var hour int64
	err := q.row(ctx, rollupFirst, company, metric).scan(&hour)
	return hour, err
}

// RollupSteps sums a metric by label over steps of a number of hours, from an hour until before another.
func (q queries) RollupSteps(
	ctx context.Context, company, metric string, from, until, step int64,
) ([]RollupSum, error) {
	return list(ctx, q, scanSum, rollupSteps, from, step, company, metric, from, until)
}

// RollupTotals sums a metric by label from an hour until before another. It reads the counters of whole days where it
// can, so that a month costs little more than two days.
func (q queries) RollupTotals(ctx context.Context, company, metric string, from, until int64) ([]RollupSum, error) {
	first, last := (from+hoursOfDay-1)/hoursOfDay*hoursOfDay, until/hoursOfDay*hoursOfDay
	if first >= last {
		return list(ctx, q, scanSum, rollupTotals, company, metric, from, until)
	}
	spans := []struct {
		metric      string
		from, until int64
	}{{metric, from, first}, {metric + dailyMark, first, last}, {metric, last, until}}
	at := map[string]int{}
	var sums []RollupSum
	for _, s := range spans {
		if s.from == s.until {
			continue
		}
		rows, err := list(ctx, q, scanSum, rollupTotals, company, s.metric, s.from, s.until)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			i, seen := at[r.Label]
			if !seen {
				i = len(sums)
				at[r.Label] = i
				sums = append(sums, RollupSum{Label: r.Label})
			}
			sums[i].Count, sums[i].Total = sums[i].Count+r.Count, sums[i].Total+r.Total
		}
	}
	slices.SortFunc(sums, func(a, b RollupSum) int { return cmp.Compare(a.Label, b.Label) })
	return sums, nil
}
