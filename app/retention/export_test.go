package retention

// InSteps makes a keeper remove so many jobs in one transaction, so that tests of several steps need few jobs.
func (k *Keeper) InSteps(of int) *Keeper {
	k.batch = of
	return k
}
