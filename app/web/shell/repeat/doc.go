// Package repeat shows what a form did that was sent again because its answer was lost. It carries nothing out.
package repeat
