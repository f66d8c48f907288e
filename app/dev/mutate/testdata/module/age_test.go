package tiny_test

import (
	"testing"

	"tiny"
)

func TestAnAdultIsEighteen(t *testing.T) {
	if !tiny.Adult(18) || tiny.Adult(17) {
		t.Error("an adult is not 18 or more")
	}
}

func TestAChildIsUnderTwelve(t *testing.T) {
	if tiny.Child(30) {
		t.Error("30 is a child")
	}
}
