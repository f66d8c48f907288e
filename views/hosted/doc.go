// Package hosted renders the hosted capture page, whose content its script draws.
package hosted
