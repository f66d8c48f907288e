package store_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/store"
)

// fragments are the dialect's parts of a query text by field, with the mark that stands for them in an evaluated text.
var fragments = map[string]string{
	"skipLocked": "\x00skip\x00",
	"forUpdate":  "\x00update\x00",
	"forShare":   "\x00share\x00",
	"forKey":     "\x00key\x00",
	"forRemoval": "\x00removal\x00",
}

// What stands in an evaluated text around a part that may come any number of times.
const (
	repeatBegin = "\x01"
	repeatEnd   = "\x02"
)

// querySource is package store as its source says it, read to find every text that reaches the database.
type querySource struct {
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
	funcs map[*ast.FieldList]string // parameters → name of their function or of the variable that holds it
}

// absent is an importer without packages: query texts are constants of package store alone.
type absent struct{}

// Import implements types.Importer.
func (absent) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not read", path)
}

func readSource(t *testing.T) *querySource {
	t.Helper()
	s := &querySource{
		fset: token.NewFileSet(), funcs: map[*ast.FieldList]string{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{},
			Defs:  map[*ast.Ident]types.Object{},
			Uses:  map[*ast.Ident]types.Object{},
		},
	}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(s.fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, file)
	}
	check := types.Config{Importer: absent{}, Error: func(error) {}} // unknown imports are expected
	_, _ = check.Check("store", s.fset, s.files, s.info)
	s.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			s.funcs[n.Type.Params] = n.Name.Name
		case *ast.AssignStmt:
			for i, value := range n.Rhs {
				if f, ok := value.(*ast.FuncLit); ok {
					s.funcs[f.Type.Params] = n.Lhs[i].(*ast.Ident).Name
				}
			}
		}
	})
	return s
}

func (s *querySource) each(visit func(ast.Node)) {
	for _, file := range s.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				visit(n)
			}
			return true
		})
	}
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// texts returns every text that may reach the database, with where it does. A part that may be repeated is absent,
// there once and there three times.
func (s *querySource) texts(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for pattern, where := range s.patterns(t) {
		for _, text := range repeated(pattern) {
			found[text] = where
		}
	}
	return found
}

// repeated returns the texts that a pattern stands for.
func repeated(pattern string) []string {
	before, rest, ok := strings.Cut(pattern, repeatBegin)
	if !ok {
		return []string{pattern}
	}
	part, after, _ := strings.Cut(rest, repeatEnd)
	var all []string
	for _, times := range []int{0, 1, 3} {
		all = append(all, repeated(before+strings.Repeat(part, times)+after)...)
	}
	return all
}

// patterns returns every text that may reach the database, with marks for the parts that are known only when it runs,
// and where it does. What can't be evaluated is an error: no text may escape.
func (s *querySource) patterns(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	s.each(func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok ||
			!slices.Contains([]string{"ExecContext", "QueryContext", "QueryRowContext", "PrepareContext"},
				called(call)) {
			return
		}
		values, err := s.values(call.Args[1])
		if err != nil {
			t.Errorf("%s: %v", s.fset.Position(call.Pos()), err)
		}
		for _, v := range values {
			found[v] = s.fset.Position(call.Pos()).String()
		}
	})
	return found
}

// values returns what a string expression can be.
func (s *querySource) values(e ast.Expr) ([]string, error) {
	if v := s.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return []string{constant.StringVal(v)}, nil
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return []string{text}, err
	case *ast.ParenExpr:
		return s.values(e.X)
	case *ast.BinaryExpr:
		return s.sum(e)
	case *ast.CallExpr:
		return s.result(e)
	case *ast.SelectorExpr:
		if mark, ok := fragments[e.Sel.Name]; ok {
			return []string{mark}, nil
		}
	case *ast.Ident:
		return s.variable(e)
	}
	return nil, fmt.Errorf("%s: this part of a query text can't be evaluated: %s",
		s.fset.Position(e.Pos()), types.ExprString(e))
}

func (s *querySource) sum(e *ast.BinaryExpr) ([]string, error) {
	left, err := s.values(e.X)
	if err != nil {
		return nil, err
	}
	right, err := s.values(e.Y)
	var all []string
	for _, l := range left {
		for _, r := range right {
			all = append(all, l+r)
		}
	}
	return all, err
}

// result evaluates the few calls that make texts.
func (s *querySource) result(e *ast.CallExpr) ([]string, error) {
	switch called(e) {
	case "rebind":
		return s.values(e.Args[0])
	case "Repeat":
		one, err := s.values(e.Args[0])
		if err != nil {
			return nil, err
		}
		return []string{repeatBegin + one[0] + repeatEnd}, nil
	case "qualify":
		table, err := s.values(e.Args[0])
		if err != nil {
			return nil, err
		}
		columns, err := s.values(e.Args[1])
		return []string{store.Qualify(table[0], columns[0])}, err
	}
	return nil, fmt.Errorf("%s: this call in a query text can't be evaluated: %s",
		s.fset.Position(e.Pos()), types.ExprString(e))
}

// variable returns what a variable can hold: as a parameter what callers pass, in a loop the elements, else what is
// assigned.
func (s *querySource) variable(id *ast.Ident) ([]string, error) {
	object := s.info.Uses[id]
	if object == nil {
		return nil, fmt.Errorf("%s: %s is not known", s.fset.Position(id.Pos()), id.Name)
	}
	for params, name := range s.funcs {
		if at := position(params, object.Pos()); at >= 0 {
			return s.passed(name, at)
		}
	}
	return s.assigned(object)
}

// position returns the place of a parameter that is declared at pos, or -1.
func position(params *ast.FieldList, pos token.Pos) int {
	at := 0
	for _, field := range params.List {
		for _, name := range field.Names {
			if name.Pos() == pos {
				return at
			}
			at++
		}
	}
	return -1
}

// passed returns what the callers of a function pass at a place.
func (s *querySource) passed(function string, at int) ([]string, error) {
	var all []string
	var wrong error
	s.each(func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || called(call) != function || len(call.Args) <= at {
			return
		}
		values, err := s.values(call.Args[at])
		all = append(all, values...)
		if err != nil && wrong == nil {
			wrong = err
		}
	})
	return all, wrong
}

// assignment is what the source assigns to one variable: whole values, and parts that are added to them.
type assignment struct {
	source *querySource
	object types.Object
	bases  []string
	parts  []string
	wrong  error
}

// assigned returns what is assigned to a variable. One that grows by parts is given bare, with each part, and with all.
func (s *querySource) assigned(object types.Object) ([]string, error) {
	a := &assignment{source: s, object: object}
	s.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			a.statement(n)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if a.is(name) && i < len(n.Values) {
					a.keep(&a.bases, n.Values[i])
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && a.is(n.Value) {
				for _, e := range s.elements(n.X) {
					a.keep(&a.bases, e)
				}
			}
		}
	})
	if len(a.bases) == 0 && a.wrong == nil {
		a.wrong = fmt.Errorf("%s: nothing is known of %s", s.fset.Position(object.Pos()), object.Name())
	}
	return grown(a.bases, a.parts), a.wrong
}

func (a *assignment) is(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && (a.source.info.Defs[id] == a.object || a.source.info.Uses[id] == a.object)
}

func (a *assignment) keep(to *[]string, e ast.Expr) {
	values, err := a.source.values(e)
	*to = append(*to, values...)
	if err != nil && a.wrong == nil {
		a.wrong = err
	}
}

// statement keeps what an assignment gives the variable.
func (a *assignment) statement(n *ast.AssignStmt) {
	for i, to := range n.Lhs {
		if !a.is(to) || len(n.Rhs) != len(n.Lhs) {
			continue
		}
		switch sum, ok := n.Rhs[i].(*ast.BinaryExpr); {
		case ok && a.is(sum.X):
			a.keep(&a.parts, sum.Y)
		case n.Tok == token.ADD_ASSIGN:
			a.keep(&a.parts, n.Rhs[i])
		default:
			a.keep(&a.bases, n.Rhs[i])
		}
	}
}

func grown(bases, parts []string) []string {
	all := slices.Clone(bases)
	if len(parts) == 0 {
		return all
	}
	for _, base := range bases {
		for _, part := range parts {
			all = append(all, base+part)
		}
		all = append(all, base+strings.Join(parts, ""))
	}
	return all
}

// elements returns the elements of a list that is written out, in place or as a variable's value.
func (s *querySource) elements(list ast.Expr) []ast.Expr {
	if written, ok := list.(*ast.CompositeLit); ok {
		return written.Elts
	}
	id, ok := list.(*ast.Ident)
	if !ok {
		return nil
	}
	var found []ast.Expr
	s.each(func(n ast.Node) {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for i, name := range spec.Names {
				if s.info.Defs[name] == s.info.Uses[id] && i < len(spec.Values) {
					if written, ok := spec.Values[i].(*ast.CompositeLit); ok {
						found = append(found, written.Elts...)
					}
				}
			}
		}
	})
	return found
}
