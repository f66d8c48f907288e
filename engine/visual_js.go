package engine

// visual says of every side with a portrait that its printed text was not read: recognisers run on the server.
func (in *inspector) visual() {
	for _, c := range in.fronts {
		check := c.check(CodePrint, GroupDocument)
		check.Provider = "none"
		check.say(NotRun, "", "Printed text is read on the server")
		in.add(check)
	}
}
