package e2e_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"
)

// Route has a handler answer the requests of the page and of its other tabs. That of the library holds a lock of the
// page until the browser has answered, and what says that a worker of the page has ended waits for this lock before any
// answer is read: where both met, all tests stood still.
func (p *page) Route(url any, handler func(playwright.Route), times ...int) error {
	return p.Context().Route(url, handler, times...)
}

// Unroute ends what Route began, and lets requests go on that wait for an answer.
func (p *page) Unroute(url any, handlers ...func(playwright.Route)) error {
	return p.Context().Unroute(url, handlers...)
}

// tell hands a test what a handler heard, if there is room for it. A handler never waits: no answer of the browser is
// read meanwhile, so all tests would.
func tell[T any](to chan<- T, what T) {
	select {
	case to <- what:
	default:
	}
}

func TestARouteIsSetWhileWorkersOfItsPageEnd(t *testing.T) {
	t.Parallel()
	p := open(t, playwright.BrowserNewContextOptions{})
	check(t, first(p.Goto("about:blank")))
	check(t, first(p.Evaluate(`() => {
		const blank = URL.createObjectURL(new Blob(['postMessage(0)']))
		const next = () => {
			const worker = new Worker(blank)
			worker.onmessage = () => { worker.terminate(); next() }
		}
		next()
	}`)))
	for range 100 {
		check(t, p.Route("**/nowhere", func(r playwright.Route) { _ = r.Abort() }))
		check(t, p.Unroute("**/nowhere"))
	}
}

func TestNoHandlerOfAnEventWaits(t *testing.T) {
	paths, err := filepath.Glob("*_test.go")
	check(t, err)
	files, handlers := token.NewFileSet(), 0
	for _, path := range paths {
		file, err := parser.ParseFile(files, path, nil, 0)
		check(t, err)
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				continue
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(method.Sel.Name, "On") {
				continue
			}
			handlers++
			for n := range ast.Preorder(call.Args[len(call.Args)-1]) {
				if send, ok := n.(*ast.SendStmt); ok {
					t.Errorf("%s: a handler may wait here: use tell", files.Position(send.Arrow))
				}
			}
		}
	}
	if handlers < 10 {
		t.Errorf("%d handlers", handlers)
	}
}
