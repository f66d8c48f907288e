package store_test

import (
	"testing"
	"time"

	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func addRollups(t *testing.T, st *store.Store, rows ...store.Rollup) {
	t.Helper()
	if err := st.Write(t.Context(), func(tx *store.Tx) error { return tx.AddRollups(t.Context(), rows) }); err != nil {
		t.Fatal(err)
	}
}

func TestRollupsAddUpPerLabelAndStep(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		for range 2 {
			addRollups(t, st,
				store.Rollup{Company: "acme", Metric: "m", Hour: 100, Label: "a", Count: 1, Total: 1.5},
				store.Rollup{Company: "acme", Metric: "m", Hour: 100, Label: "a", Count: 2, Total: .5},
				store.Rollup{Company: "acme", Metric: "m", Hour: 105, Label: "b", Count: 4},
				store.Rollup{Company: "globex", Metric: "m", Hour: 100, Label: "a", Count: 9})
		}
		sums, err := st.RollupSteps(t.Context(), "acme", "m", 99, 111, 6)
		if err != nil {
			t.Fatal(err)
		}
		if len(sums) != 2 || sums[0] != (store.RollupSum{Step: 0, Label: "a", Count: 6, Total: 4}) ||
			sums[1] != (store.RollupSum{Step: 1, Label: "b", Count: 8}) {
			t.Errorf("%+v", sums)
		}
	})
}

// A sum over whole days comes from the days' rows, and is what the hours add up to.
func TestTotalsOverDaysAreThoseOfTheirHours(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		var rows []store.Rollup
		for hour := int64(0); hour < 24*5; hour++ {
			rows = append(rows, store.Rollup{Company: "acme", Metric: "m", Hour: hour, Label: "a", Count: hour + 1})
		}
		addRollups(t, st, rows...)
		for _, span := range [][2]int64{{0, 120}, {5, 20}, {5, 40}, {23, 73}, {24, 48}, {30, 30}, {47, 49}} {
			var want int64
			for hour := span[0]; hour < span[1]; hour++ {
				want += hour + 1
			}
			sums, err := st.RollupTotals(t.Context(), "acme", "m", span[0], span[1])
			if err != nil {
				t.Fatal(err)
			}
			var got int64
			for _, s := range sums {
				got += s.Count
			}
			if got != want {
				t.Errorf("hours %v: %d, want %d", span, got, want)
			}
		}
	})
}

func TestWorkIsHeldByOneNodeUntilItsLeaseExpires(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		hold := func(holder string, lease time.Duration) (held bool) {
			err := st.Write(t.Context(), func(tx *store.Tx) (err error) {
				held, err = tx.HoldWork(t.Context(), "folding", holder, tx.Now.Add(lease))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return held
		}
		for _, step := range []struct {
			holder string
			lease  time.Duration
			want   bool
		}{
			{"a", time.Hour, true},
			{"b", time.Hour, false},
			{"a", -time.Hour, true},
			{"b", time.Hour, true},
			{"a", time.Hour, false},
		} {
			if got := hold(step.holder, step.lease); got != step.want {
				t.Errorf("%s: held %v, want %v", step.holder, got, step.want)
			}
		}
	})
}
