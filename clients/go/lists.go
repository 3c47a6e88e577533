package lockstep

import (
	"reflect"
	"strings"
	"sync"
)

// withLists returns a body in which required lists and maps are empty instead of nil, which JSON would write as null.
// The value that the caller holds does not change.
func withLists(body any) any {
	value := reflect.ValueOf(body)
	if !value.IsValid() || !needsLists(value.Type()) {
		return body
	}
	return filled(value).Interface()
}

// listTypes remembers whether a type has required lists: a body of a million points must not be walked for nothing.
var listTypes sync.Map

func needsLists(t reflect.Type) bool {
	if known, ok := listTypes.Load(t); ok {
		return known.(bool)
	}
	needs := findsLists(t, map[reflect.Type]bool{})
	listTypes.Store(t, needs)
	return needs
}

func findsLists(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return findsLists(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			if field.IsExported() && (isRequiredList(field) || findsLists(field.Type, seen)) {
				return true
			}
		}
	}
	return false
}

func isRequiredList(field reflect.StructField) bool {
	isList := field.Type.Kind() == reflect.Slice || field.Type.Kind() == reflect.Map
	tag, ok := field.Tag.Lookup("json")
	return isList && ok && !strings.HasSuffix(tag, ",omitzero")
}

// filled returns a copy of a value, as far as its lists need it.
func filled(value reflect.Value) reflect.Value {
	if !needsLists(value.Type()) {
		return value
	}
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return value
		}
		copied := reflect.New(value.Type().Elem())
		copied.Elem().Set(filled(value.Elem()))
		return copied
	case reflect.Slice:
		if value.IsNil() {
			return value
		}
		copied := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		for i := range value.Len() {
			copied.Index(i).Set(filled(value.Index(i)))
		}
		return copied
	case reflect.Map:
		if value.IsNil() {
			return value
		}
		copied := reflect.MakeMapWithSize(value.Type(), value.Len())
		for entries := value.MapRange(); entries.Next(); {
			copied.SetMapIndex(entries.Key(), filled(entries.Value()))
		}
		return copied
	case reflect.Struct:
		return filledStruct(value)
	default:
		return value
	}
}

func filledStruct(value reflect.Value) reflect.Value {
	copied := reflect.New(value.Type()).Elem()
	copied.Set(value)
	for i := range value.NumField() {
		field := value.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		inner := value.Field(i)
		if isRequiredList(field) && inner.IsNil() {
			if inner.Kind() == reflect.Slice {
				inner = reflect.MakeSlice(field.Type, 0, 0)
			} else {
				inner = reflect.MakeMap(field.Type)
			}
		}
		copied.Field(i).Set(filled(inner))
	}
	return copied
}
