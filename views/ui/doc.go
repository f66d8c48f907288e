// Package ui holds the small parts that pages are made of: icons, keys, tags, counters. They hold no layout and know no
// domain.
package ui
