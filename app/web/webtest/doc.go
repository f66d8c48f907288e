// Package webtest opens the console for tests: two companies with a user of each role, on a store in a temporary folder
// and a clock that stands still, and a browser that sends requests without a network.
package webtest
