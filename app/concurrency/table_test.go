package concurrency_test

import "slices"

// table lists every write use case.
func table() []writer {
	return slices.Concat(
		accountWriters(), profileWriters(), signInWriters(), secondFactorWriters(), companyWriters(),
		credentialWriters(), keyWriters(), endpointWriters(), endpointKeyWriters(), endpointStateWriters(),
		redeliveryWriters(), reviewWriters(), decisionWriters(), draftWriters(), viewWriters(), attentionWriters(),
		qualityWriters(), closingWriters(), intakeWriters(), challengeWriters(), uploadWriters(), linkWriters(),
		handoverWriters(), askWriters(), deliveryWriters(), upkeepWriters(), tokenWriters(), shelfWriters(),
		submissionWriters(), presetWriters(), presetStateWriters(), presetHoldWriters(), mediaWriters(), nextWriters(),
	)
}
