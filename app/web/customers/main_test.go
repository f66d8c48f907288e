package customers_test

import (
	"testing"

	"proofdesk/app/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }
