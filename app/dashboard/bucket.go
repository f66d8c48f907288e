package dashboard

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Times are counted in buckets that grow by a fourth root of two: bucket i holds 2^(i/4) up to 2^((i+1)/4)
// milliseconds, bucket 0 all shorter times. A quantile read from them is at most 9 % off.
const (
	bucketsPerDoubling = 4
	lastBucket         = 32 * bucketsPerDoubling // 49 days
)

func bucketOf(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	i := 0
	if ms > 1 {
		i = min(lastBucket, int(bucketsPerDoubling*math.Log2(ms)))
	}
	return fmt.Sprintf("%03d", i)
}

// bounds returns where a bucket begins and ends, in milliseconds.
func bounds(i int) (float64, float64) {
	from, to := math.Exp2(float64(i)/bucketsPerDoubling), math.Exp2(float64(i+1)/bucketsPerDoubling)
	if i == 0 {
		from = 0
	}
	return from, to
}

// Times holds how many times fell into each bucket, and their sum.
type Times struct {
	Count   int64
	Total   time.Duration
	buckets [lastBucket + 1]int64
}

// add counts n times with a bucket's label; it ignores a label that is no bucket.
func (t *Times) add(bucket string, n int64, totalMS float64) {
	i, err := strconv.Atoi(bucket)
	if err != nil || i < 0 || i > lastBucket {
		return
	}
	t.buckets[i] += n
	t.Count += n
	t.Total += time.Duration(totalMS * float64(time.Millisecond))
}

// Quantile returns the time that the share p of all, 0 to 1, does not exceed; false where there are none.
func (t *Times) Quantile(p float64) (time.Duration, bool) {
	if t == nil || t.Count == 0 {
		return 0, false
	}
	wanted := p * float64(t.Count)
	before := 0.0
	for i, n := range t.buckets {
		if n == 0 || before+float64(n) < wanted {
			before += float64(n)
			continue
		}
		from, to := bounds(i)
		within := from + (to-from)*max(0, wanted-before)/float64(n)
		return time.Duration(within * float64(time.Millisecond)), true
	}
	return 0, false
}

// Scores are counted in bins of equal width from 0 to 1; higher ones count with the last.
const scoreBins = 40

func binOf(score float64) string {
	i := int(score * scoreBins)
	return fmt.Sprintf("%02d", max(0, min(scoreBins-1, i)))
}
