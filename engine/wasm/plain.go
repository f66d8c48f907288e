//go:build js && wasm

package main

import (
	"reflect"
	"strings"
	"syscall/js"
)

// textOf writes a report as JSON, with the names and omissions of its json tags, by the writer that every browser has.
func textOf(report any) string {
	return js.Global().Get("JSON").Call("stringify", js.ValueOf(plain(reflect.ValueOf(report)))).String()
}

// plain converts a value to what syscall/js accepts: maps, slices, strings, numbers and booleans.
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return plain(v.Elem())
	case reflect.Struct:
		return fields(v)
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plain(v.Index(i))
		}
		return list
	case reflect.Map:
		object := map[string]any{}
		for each := v.MapRange(); each.Next(); {
			object[each.Key().String()] = plain(each.Value())
		}
		return object
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	}
	return v.Int()
}

func fields(v reflect.Value) map[string]any {
	object := map[string]any{}
	for i := range v.NumField() {
		name, omit := strings.CutSuffix(v.Type().Field(i).Tag.Get("json"), ",omitempty")
		if omit && empty(v.Field(i)) {
			continue
		}
		object[name] = plain(v.Field(i))
	}
	return object
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}
