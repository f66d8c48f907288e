package retention

// InSteps makes a sweeper remove so many jobs in one transaction, so that tests of several steps need few jobs.
func (k *Sweeper) InSteps(of int) *Sweeper {
	k.batch = of
	return k
}
