package concurrency_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

const storePackage = "proofdesk/app/store"

// withoutConnection are the methods of the store that take no connection.
var withoutConnection = []string{"NextSeq", "Dialect"}

// routine is a function of the program, or a function literal.
type routine struct {
	where    string          // file and line
	uses     map[string]bool // full names of the functions that it uses
	outside  []string        // methods of the store that it uses, each on a connection of its own
	inside   bool            // whether it runs within a transaction
	literals map[*ast.FuncLit]*routine
	params   []*types.Var
	calls    []passed
	refers   map[*types.Var]bool // variables of function type that it uses
}

// passed is a function literal or a variable that is passed to a function.
type passed struct {
	name     string // full name of the function called
	position int    // of the argument
	literal  *ast.FuncLit
	param    *types.Var
}

// callGraph holds the functions of the program by their full names, and all of them with the literals.
type callGraph struct {
	named map[string]*routine
	all   []*routine
}

// TestNoTransactionTakesASecondConnection finds calls of the store within a transaction, directly or through other
// functions. Each takes a second connection of PostgreSQL's pool: once every connection is held by a transaction that
// waits for a second one, nothing goes on until the deadlines end them.
func TestNoTransactionTakesASecondConnection(t *testing.T) {
	p := readCallGraph(t)
	p.markInside()
	reads := p.reading()
	inside := 0
	for _, f := range p.all {
		if !f.inside {
			continue
		}
		inside++
		for _, method := range f.outside {
			t.Errorf("%s: Store.%s is called within a transaction: read through tx, or before it", f.where, method)
		}
		for name := range f.uses {
			if reads[name] {
				t.Errorf("%s: %s, which calls the store, is called within a transaction", f.where, name)
			}
		}
	}
	if inside < 250 {
		t.Errorf("only %d functions run within transactions: the search is broken", inside)
	}
}

func readCallGraph(t *testing.T) *callGraph {
	t.Helper()
	p := &callGraph{named: map[string]*routine{}}
	for _, loaded := range sources(t) {
		for _, file := range loaded.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				object := loaded.TypesInfo.Defs[f.Name].(*types.Func)
				p.named[object.FullName()] = p.read(loaded, f.Body, object.Signature())
			}
		}
	}
	return p
}

// read reads the body of a function or of a function literal, and apart from it those of the literals in it.
func (p *callGraph) read(in *packages.Package, body *ast.BlockStmt, signature *types.Signature) *routine {
	f := &routine{
		where:    in.Fset.Position(body.Pos()).String(),
		uses:     map[string]bool{},
		literals: map[*ast.FuncLit]*routine{},
		params:   slices.Collect(signature.Params().Variables()),
		refers:   map[*types.Var]bool{},
		inside:   takesTx(signature),
	}
	p.all = append(p.all, f)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			f.literals[n] = p.read(in, n.Body, in.TypesInfo.TypeOf(n).(*types.Signature))
			return false
		case *ast.CallExpr:
			f.addCalls(in, n)
		case *ast.SelectorExpr:
			if s := in.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal &&
				isPointerTo(s.Recv(), storePackage+".Store") && !slices.Contains(withoutConnection, n.Sel.Name) {
				f.outside = append(f.outside, n.Sel.Name)
			}
		case *ast.Ident:
			f.addUse(in.TypesInfo.Uses[n])
		}
		return true
	})
	return f
}

// addCalls adds what a call passes on that may be called in turn.
func (f *routine) addCalls(in *packages.Package, n *ast.CallExpr) {
	name := nameOf(in, n.Fun)
	for i, argument := range n.Args {
		switch a := argument.(type) {
		case *ast.FuncLit:
			f.calls = append(f.calls, passed{name: name, position: i, literal: a})
		case *ast.Ident:
			if v, ok := in.TypesInfo.Uses[a].(*types.Var); ok {
				f.calls = append(f.calls, passed{name: name, position: i, param: v})
			}
		}
	}
}

func (f *routine) addUse(object types.Object) {
	switch object := object.(type) {
	case *types.Func:
		f.uses[object.Origin().FullName()] = true
	case *types.Var:
		if _, ok := object.Type().Underlying().(*types.Signature); ok {
			f.refers[object] = true
		}
	}
}

// nameOf returns the full name of the function that an expression names; "" where it is none.
func nameOf(in *packages.Package, e ast.Expr) string {
	id, ok := e.(*ast.Ident)
	if s, isSelector := e.(*ast.SelectorExpr); isSelector {
		id, ok = s.Sel, true
	}
	if !ok {
		return ""
	}
	f, ok := in.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return ""
	}
	return f.Origin().FullName()
}

// takesTx reports whether a function runs within a transaction: it is a method of one or has one as a parameter.
func takesTx(s *types.Signature) bool {
	if s.Recv() != nil && isPointerTo(s.Recv().Type(), storePackage+".Tx") {
		return true
	}
	for v := range s.Params().Variables() {
		if isPointerTo(v.Type(), storePackage+".Tx") {
			return true
		}
	}
	return false
}

func isPointerTo(t types.Type, name string) bool {
	at, ok := t.(*types.Pointer)
	return ok && types.TypeString(at.Elem(), nil) == name
}

// markInside marks the literals that run within a transaction because of where they are written or passed. A function
// that is passed for a parameter runs there if the parameter is used within a transaction.
func (p *callGraph) markInside() {
	called := map[string]bool{} // the parameters that are used within a transaction, as position names them
	for before, now := -1, 0; before != now; {
		used := map[*types.Var]bool{}
		for _, f := range p.all {
			f.markLiterals(called, used)
		}
		for name, f := range p.named {
			for i, param := range f.params {
				if used[param] {
					called[position(name, i)] = true
				}
			}
		}
		before, now = now, len(called)
		for _, f := range p.all {
			if f.inside {
				now++
			}
		}
	}
}

// markLiterals marks the literals in a function that run within a transaction, and adds to used the variables that are
// used in one.
func (f *routine) markLiterals(called map[string]bool, used map[*types.Var]bool) {
	for _, c := range f.calls {
		if !called[position(c.name, c.position)] {
			continue
		}
		if c.literal != nil {
			f.literals[c.literal].inside = true
		} else {
			used[c.param] = true
		}
	}
	if !f.inside {
		return
	}
	for _, l := range f.literals {
		l.inside = true
	}
	for v := range f.refers {
		used[v] = true
	}
}

func position(name string, at int) string { return fmt.Sprintf("%s, argument %d", name, at) }

// reading returns the full names of the functions that call the store, directly or through others.
func (p *callGraph) reading() map[string]bool {
	found := map[string]bool{}
	for before := -1; before != len(found); {
		before = len(found)
		for name, f := range p.named {
			if f.reads(found) {
				found[name] = true
			}
		}
	}
	return found
}

// reads reports whether a function, or a literal in it, calls the store or one of the functions found.
func (f *routine) reads(found map[string]bool) bool {
	if len(f.outside) > 0 {
		return true
	}
	for name := range f.uses {
		if found[name] {
			return true
		}
	}
	for _, l := range f.literals {
		if l.reads(found) {
			return true
		}
	}
	return false
}
