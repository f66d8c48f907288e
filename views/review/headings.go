package review

import "strconv"

func passedHeading(f []Finding) string { return strconv.Itoa(len(f)) + " passed" }

func notRunHeading(f []Finding) string { return strconv.Itoa(len(f)) + " not run" }

func singleHeading(r []Row) string { return strconv.Itoa(len(r)) + " values from one source only" }
