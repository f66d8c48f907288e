package concurrency_test

import (
	"regexp"
	"strconv"
	"time"

	"github.com/pquerna/otp/totp"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/company"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
	"proofdesk/app/preference"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func accountWriters() []writer {
	return []writer{
		{name: "accounts.Registry.CreateUser", stage: func(w *world) func(int) error {
			return func(i int) error {
				_, err := w.Accounts.CreateUser(w.Context(), "cli", accounts.UserRequest{
					Company: w.slug, Email: word(i) + "@" + w.slug + ".test", Role: "agent",
				})
				return err
			}
		}},
		{name: "accounts.Registry.CreateUser of one address", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Accounts.CreateUser(w.Context(), "cli", accounts.UserRequest{
					Company: w.slug, Email: "ann@" + w.slug + ".test", Role: "agent",
				})
				return err
			}
		}},
		{name: "accounts.Registry.SetUserRole", stage: func(w *world) func(int) error {
			all := w.users(access.Admin)
			return func(i int) error {
				return w.Accounts.SetUserRole(w.Context(), "cli", w.slug, all[i].ID, access.Admin, "agent")
			}
		}},
		{name: "accounts.Registry.SetUserState", stage: func(w *world) func(int) error {
			all := w.users(access.Admin)
			return func(i int) error {
				return w.Accounts.SetUserState(w.Context(), "cli", w.slug, all[i].ID, access.StateDisabled)
			}
		}},
		{
			name: "accounts.Registry.UnlockUser",
			also: []string{"accounts.Registry.RestoreAccess"},
			stage: func(w *world) func(int) error {
				a := w.user(access.Agent)
				return func(int) error {
					_, err := w.Accounts.RestoreAccess(w.Context(), "cli", a.Email, false)
					return err
				}
			},
		},
		{
			name: "accounts.Registry.ResetUserPassword",
			also: []string{"accounts.Registry.RestorePassword"},
			stage: func(w *world) func(int) error {
				a := w.user(access.Agent)
				return func(int) error {
					_, err := w.Accounts.RestorePassword(w.Context(), "cli", a.Email)
					return err
				}
			},
		},
		{name: "accounts.Registry.ChangePassword", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			return func(i int) error {
				return w.Accounts.ChangePassword(w.Context(), w.slug, a.ID, password, "a long secret of "+word(i), "")
			}
		}, skip: `^throttles `}, // who lost showed a right password when it was read, which counts as no attempt

		{name: "accounts.Registry.EndUserSession", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			w.browser(a, "the only one")
			return func(int) error {
				return w.Accounts.EndUserSession(w.Context(), "cli", w.slug, a.ID, w.slug+" the only one")
			}
		}},
		{name: "accounts.Registry.EndUserSessions", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			w.browser(a, "one")
			w.browser(a, "two")
			return func(int) error {
				_, err := w.Accounts.EndUserSessions(w.Context(), "cli", w.slug, a.ID)
				return err
			}
		}},
	}
}

func profileWriters() []writer {
	return []writer{
		{name: "accounts.Registry.ChangePreferences", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			keys := preference.Shortcuts()
			return func(i int) error { // each sets another key
				return w.Accounts.ChangePreferences(w.Context(), w.slug, a.ID, func(p *preference.Preferences) {
					if p.Keys == nil {
						p.Keys = map[string]string{}
					}
					p.Keys[keys[i].Key] = string(rune('α' + i))
				})
			}
		}},
		{
			name: "accounts.Registry.SaveKeys",
			stage: func(w *world) func(int) error {
				a := w.user(access.Agent)
				return func(i int) error { // all from one table, in which each chooses another key
					chosen := map[string]string{"a": string(rune('α' + i))}
					_, err := w.Accounts.SaveKeys(w.Context(), w.slug, a.ID, map[string]string{}, chosen)
					return err
				}
			},
			blur: regexp.MustCompile(`[α-μ]`),
		},
		{name: "accounts.Registry.SaveProfile", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			return func(i int) error {
				was := accounts.ProfileOf(a)
				sent := was
				sent.Name, sent.Preferences.Theme = "Ann "+word(i), "dark"
				_, err := w.Accounts.SaveProfile(w.Context(), w.slug, a.ID, was, sent)
				return err
			}
		}},
	}
}

func signInWriters() []writer {
	return []writer{
		{name: "accounts.Registry.SignIn", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			return func(int) error {
				_, err := w.Accounts.SignIn(w.Context(), a.Email, password, w.address)
				return err
			}
		}},
		{name: "accounts.Registry.SignIn with a wrong password", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			return func(int) error {
				_, err := w.Accounts.SignIn(w.Context(), a.Email, "wrong", w.address)
				return err
			}
		}},
		{name: "accounts.Registry.SignIn until it locks", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			w.Accounts.Limits.LockAfter = 5
			w.Accounts.Limits.Account = 5
			return func(int) error {
				_, err := w.Accounts.SignIn(w.Context(), a.Email, "wrong", w.address)
				return err
			}
		}},
	}
}

func secondFactorWriters() []writer {
	return []writer{
		{name: "accounts.Registry.ConfirmSecondFactor", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			drawn, err := w.Accounts.GenerateSecondFactor(w.Context(), w.slug, a.ID)
			w.must(err)
			code, err := totp.GenerateCode(drawn.Secret, w.now.Now())
			w.must(err)
			return func(int) error {
				_, err := w.Accounts.ConfirmSecondFactor(w.Context(), w.slug, a.ID, drawn.Sealed, code, "")
				return err
			}
		}},
		{name: "accounts.Registry.SecondFactor with one code", stage: func(w *world) func(int) error {
			a, secret, _ := w.withFactor()
			w.now.Advance(time.Minute)
			code, err := totp.GenerateCode(secret, w.now.Now())
			w.must(err)
			return func(int) error {
				_, err := w.Accounts.SecondFactor(w.Context(), w.slug, a.ID, code, w.address)
				return err
			}
		}},
		{
			name: "accounts.Registry.SecondFactor",
			stage: func(w *world) func(int) error {
				a, _, codes := w.withFactor()
				return func(i int) error { // ten recovery codes, two of them twice
					_, err := w.Accounts.SecondFactor(w.Context(), w.slug, a.ID, codes[i%len(codes)], w.address)
					return err
				}
			},
			skip: `^agents .*recovery_hashes=\[\]`, // failures in a row depend on which of the two came first
			blur: regexp.MustCompile(`"left":\d`),
		},
		{name: "accounts.Registry.NewRecoveryCodes", stage: func(w *world) func(int) error {
			a, _, _ := w.withFactor()
			return func(int) error {
				_, err := w.Accounts.NewRecoveryCodes(w.Context(), w.slug, a.ID, password)
				return err
			}
		}},
		{name: "accounts.Registry.RemoveSecondFactor", stage: func(w *world) func(int) error {
			a, _, _ := w.withFactor()
			return func(int) error { return w.Accounts.RemoveSecondFactor(w.Context(), w.slug, a.ID, password) }
		}},
		{name: "accounts.Registry.ResetSecondFactor", stage: func(w *world) func(int) error {
			a, _, _ := w.withFactor()
			return func(int) error { return w.Accounts.ResetSecondFactor(w.Context(), "cli", w.slug, a.ID) }
		}},
	}
}

// withFactor makes a user with a second factor.
func (w *world) withFactor() (a store.Agent, secret string, codes []string) {
	w.Helper()
	a = w.user(access.Agent)
	drawn, err := w.Accounts.GenerateSecondFactor(w.Context(), w.slug, a.ID)
	w.must(err)
	code, err := totp.GenerateCode(drawn.Secret, w.now.Now())
	w.must(err)
	codes, err = w.Accounts.ConfirmSecondFactor(w.Context(), w.slug, a.ID, drawn.Sealed, code, "")
	w.must(err)
	return a, drawn.Secret, codes
}

// browser signs a user in at one more browser.
func (w *world) browser(a store.Agent, name string) {
	w.Helper()
	w.write(func(tx *store.Tx) error {
		return tx.InsertSession(w.Context(), store.Session{
			IDHash:    w.slug + " " + name,
			Company:   w.slug,
			AgentID:   a.ID,
			Data:      []byte("{}"),
			CreatedAt: tx.Now,
			SeenAt:    tx.Now,
			ExpiresAt: tx.Now.Add(time.Hour),
		})
	})
}

func companyWriters() []writer {
	reason := func(w *world, text string) string {
		w.must(w.Companies.AddReason(w.Context(), "cli", w.slug, onboarding.Fraud, text))
		own, err := w.Store.Company(w.Context(), w.slug)
		w.must(err)
		all := own.Settings.ActiveReasons()
		return all[len(all)-1].Code
	}
	return []writer{
		{name: "companies.Registry.CreateCompany", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Companies.CreateCompany(w.Context(), "cli", w.slug+"-new", "New")
				return err
			}
		}},
		{name: "companies.Registry.SetRules", stage: func(w *world) func(int) error {
			own, err := w.Store.Company(w.Context(), w.slug)
			w.must(err)
			return func(i int) error {
				rules := own.Rules()
				rules.Name = "Firm of " + word(i)
				return w.Companies.SetRules(w.Context(), "cli", w.slug, rules)
			}
		}},
		{name: "companies.Registry.SetRates", stage: func(w *world) func(int) error {
			return func(i int) error {
				return w.Companies.SetRates(w.Context(), "cli", w.slug, nil,
					company.Rates{onboarding.ReviewApproved: 10 + i})
			}
		}, blur: regexp.MustCompile(`"Approved":\d+`)},
		{name: "companies.Registry.AddReason", stage: func(w *world) func(int) error {
			return func(i int) error {
				return w.Companies.AddReason(w.Context(), "cli", w.slug, onboarding.Fraud, "Reason "+word(i))
			}
		}},
		{name: "companies.Registry.RenameReason", stage: func(w *world) func(int) error {
			code := reason(w, "Old")
			return func(i int) error {
				return w.Companies.RenameReason(w.Context(), "cli", w.slug, code, "Old", "New "+word(i))
			}
		}, blur: regexp.MustCompile(`New \w+`)},
		{name: "companies.Registry.MoveReason", stage: func(w *world) func(int) error {
			past := reason(w, "One")
			code := reason(w, "Two")
			return func(int) error { return w.Companies.MoveReason(w.Context(), "cli", w.slug, code, past, true) }
		}},
		{name: "companies.Registry.RetireReason", stage: func(w *world) func(int) error {
			storetest.ChangeSettings(w.T, w.Store, w.slug, func(s *company.Settings) {
				for i := range requests {
					s.Reasons = append(s.Reasons, onboarding.ReviewReason{
						Code: "data." + word(i), Band: onboarding.Data, Text: "Reason " + word(i),
					})
				}
			})
			return func(i int) error { // each another one of the band, of which one has to stay
				return w.Companies.RetireReason(w.Context(), "cli", w.slug, "data."+word(i))
			}
		}},
		{name: "companies.Registry.RestoreReason", stage: func(w *world) func(int) error {
			code := reason(w, "Retired")
			w.must(w.Companies.RetireReason(w.Context(), "cli", w.slug, code))
			return func(int) error { return w.Companies.RestoreReason(w.Context(), "cli", w.slug, code) }
		}},
	}
}

func credentialWriters() []writer {
	return []writer{
		{name: "credentials.Registry.CreateClient", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Credentials.CreateClient(w.Context(), "cli", w.slug, "", false)
				return err
			}
		}},
		{name: "credentials.Registry.CreateClient of one name", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Credentials.CreateClient(w.Context(), "cli", w.slug, "App", false)
				return err
			}
		}},
		{name: "credentials.Registry.RotateClientSecret", stage: func(w *world) func(int) error {
			id := w.client()
			return func(int) error {
				_, err := w.Credentials.RotateClientSecret(w.Context(), "cli", w.slug, id)
				return err
			}
		}},
		{name: "credentials.Registry.SetClientState", stage: func(w *world) func(int) error {
			id := w.client()
			return func(int) error {
				return w.Credentials.SetClientState(w.Context(), "cli", w.slug, id, access.StateDisabled)
			}
		}},
		{name: "credentials.Registry.TrustClient", stage: func(w *world) func(int) error {
			id := w.client()
			return func(i int) error {
				trust := onboarding.Trust{onboarding.Capabilities()[i%8]: 2}
				return w.Credentials.TrustClient(w.Context(), "cli", w.slug, id, nil, trust)
			}
		}, blur: regexp.MustCompile(`"[a-z_]+":2`)},
		{name: "credentials.Registry.AllowOrigins", stage: func(w *world) func(int) error {
			id := w.client()
			return func(i int) error {
				return w.Credentials.AllowOrigins(w.Context(), "cli", w.slug, id, nil,
					[]string{"https://" + strconv.Itoa(i) + ".bank.example"})
			}
		}, blur: regexp.MustCompile(`https://\d+`)},
		{name: "credentials.Registry.CreateIntegrationUser", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Credentials.CreateIntegrationUser(w.Context(), "cli", w.slug, "robot", "")
				return err
			}
		}},
		{name: "credentials.Registry.ResetIntegrationUserPassword", stage: func(w *world) func(int) error {
			name := w.robot()
			return func(int) error {
				_, err := w.Credentials.ResetIntegrationUserPassword(w.Context(), "cli", w.slug, name)
				return err
			}
		}},
		{name: "credentials.Registry.SetIntegrationUserState", stage: func(w *world) func(int) error {
			name := w.robot()
			return func(int) error {
				return w.Credentials.SetIntegrationUserState(w.Context(), "cli", w.slug, name, access.StateDisabled)
			}
		}},
	}
}

func keyWriters() []writer {
	return []writer{
		{name: "credentials.Registry.CreateAPIKey", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Credentials.CreateAPIKey(w.Context(), "cli", w.slug, "", time.Time{})
				return err
			}
		}},
		{name: "credentials.Registry.CreateAPIKey of one name", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Credentials.CreateAPIKey(w.Context(), "cli", w.slug, "Server", time.Time{})
				return err
			}
		}},
		{name: "credentials.Registry.CreateRepositoryToken", stage: func(w *world) func(int) error {
			return func(int) error {
				_, err := w.Credentials.CreateRepositoryToken(w.Context(), "cli", w.slug, "Build",
					noon.AddDate(0, 6, 0))
				return err
			}
		}},
		{name: "credentials.Registry.RevokeRepositoryToken", stage: func(w *world) func(int) error {
			made, err := w.Credentials.CreateRepositoryToken(w.Context(), "cli", w.slug, "Build", noon.AddDate(0, 6, 0))
			w.must(err)
			return func(int) error {
				return w.Credentials.RevokeRepositoryToken(w.Context(), "cli", w.slug, made.ID)
			}
		}},
		{name: "credentials.Registry.AddAPIKeySecret", stage: func(w *world) func(int) error {
			id, _ := w.key()
			return func(int) error {
				_, err := w.Credentials.AddAPIKeySecret(w.Context(), "cli", w.slug, id)
				return err
			}
		}},
		{name: "credentials.Registry.RevokeAPIKeySecret", stage: func(w *world) func(int) error {
			id, secret := w.key()
			return func(int) error {
				return w.Credentials.RevokeAPIKeySecret(w.Context(), "cli", w.slug, id, secret)
			}
		}},
		{name: "credentials.Registry.SetAPIKeyState", stage: func(w *world) func(int) error {
			id, _ := w.key()
			return func(int) error {
				return w.Credentials.SetAPIKeyState(w.Context(), "cli", w.slug, id, access.StateDisabled)
			}
		}},
	}
}

func (w *world) client() string {
	w.Helper()
	w.clients++
	made, err := w.Credentials.CreateClient(w.Context(), "cli", w.slug, "App "+strconv.Itoa(w.clients), false)
	w.must(err)
	return made.ClientID
}

func (w *world) robot() string {
	w.Helper()
	made, err := w.Credentials.CreateIntegrationUser(w.Context(), "cli", w.slug, "robot-"+w.slug, password)
	w.must(err)
	return made.Username
}

// key makes an API key and returns its id and that of its secret.
func (w *world) key() (id, secret string) {
	w.Helper()
	made, err := w.Credentials.CreateAPIKey(w.Context(), "cli", w.slug, "Server", time.Time{})
	w.must(err)
	urn, _ := access.ParseURN(access.KindAPIKey, made.ID)
	secrets, err := w.Store.APIKeySecrets(w.Context(), w.slug, urn.ID)
	w.must(err)
	return urn.ID, secrets[0].ID
}

func endpointRequest(slug, url string) endpoints.EndpointRequest {
	return endpoints.EndpointRequest{Company: slug, URL: url}
}

func endpointWriters() []writer {
	return []writer{
		{name: "endpoints.Registry.CreateEndpoint", stage: func(w *world) func(int) error {
			return func(i int) error {
				_, err := w.Endpoints.CreateEndpoint(w.Context(), "cli",
					endpointRequest(w.slug, "https://"+word(i)+".example/in"))
				return err
			}
		}},
		{name: "endpoints.Registry.UpdateEndpoint", stage: func(w *world) func(int) error {
			e := w.hook()
			return func(i int) error {
				return w.Endpoints.UpdateEndpoint(w.Context(), "cli", e.ID, endpoints.DescriptionOf(e),
					endpointRequest(w.slug, "https://"+word(i)+".example/in"))
			}
		}},
		{name: "endpoints.Registry.SetEndpointHeader", stage: func(w *world) func(int) error {
			e := w.hook()
			return func(i int) error {
				return w.Endpoints.SetEndpointHeader(w.Context(), "cli", w.slug, e.ID, "X-"+word(i), "1", nil)
			}
		}},
		{name: "endpoints.Registry.SetEndpointHeader of one name", stage: func(w *world) func(int) error {
			e := w.hook()
			return func(i int) error {
				return w.Endpoints.SetEndpointHeader(w.Context(), "cli", w.slug, e.ID, "X-One", word(i), nil)
			}
		}},
		{name: "endpoints.Registry.RemoveEndpointHeader", stage: func(w *world) func(int) error {
			e := w.hook()
			for i := range requests {
				name := "X-Zz" + strconv.Itoa(i)
				w.must(w.Endpoints.SetEndpointHeader(w.Context(), "cli", w.slug, e.ID, name, "1", nil))
			}
			return func(i int) error { // eleven of twelve, one of them twice
				return w.Endpoints.RemoveEndpointHeader(w.Context(), "cli", w.slug, e.ID, "X-Zz"+strconv.Itoa(i%11))
			}
		}, blur: regexp.MustCompile(`X-Zz\d+`)},
	}
}

func endpointKeyWriters() []writer {
	return []writer{
		{name: "endpoints.Registry.AddEndpointKey", stage: func(w *world) func(int) error {
			e := w.hook()
			return func(int) error {
				_, err := w.Endpoints.AddEndpointKey(w.Context(), "cli", w.slug, e.ID)
				return err
			}
		}},
		{name: "endpoints.Registry.PromoteEndpointKey", stage: func(w *world) func(int) error {
			e := w.hook()
			kids := make([]string, requests)
			for i := range kids {
				made, err := w.Endpoints.AddEndpointKey(w.Context(), "cli", w.slug, e.ID)
				w.must(err)
				kids[i] = made.KID
			}
			return func(i int) error {
				return w.Endpoints.PromoteEndpointKey(w.Context(), "cli", w.slug, e.ID, kids[i])
			}
		}},
		{name: "endpoints.Registry.DropEndpointKey", stage: func(w *world) func(int) error {
			e := w.hook()
			made, err := w.Endpoints.AddEndpointKey(w.Context(), "cli", w.slug, e.ID)
			w.must(err)
			return func(int) error {
				return w.Endpoints.DropEndpointKey(w.Context(), "cli", w.slug, e.ID, made.KID)
			}
		}},
	}
}

func endpointStateWriters() []writer {
	return []writer{
		{name: "endpoints.Registry.PauseEndpoint", stage: func(w *world) func(int) error {
			e, _ := w.failed(3)
			return func(i int) error { // a reason is no word about an applicant
				return w.Endpoints.PauseEndpoint(w.Context(), "cli", w.slug, e.ID, "for reason "+strconv.Itoa(i))
			}
		}, blur: regexp.MustCompile(`for reason \d+`)},
		{name: "endpoints.Registry.ResumeEndpoint", stage: func(w *world) func(int) error {
			e := w.hook()
			w.must(w.Endpoints.PauseEndpoint(w.Context(), "cli", w.slug, e.ID, ""))
			return func(int) error { return w.Endpoints.ResumeEndpoint(w.Context(), "cli", w.slug, e.ID) }
		}},
		{name: "endpoints.Registry.DeleteEndpoint", stage: func(w *world) func(int) error {
			e, _ := w.failed(1)
			return func(int) error { return w.Endpoints.DeleteEndpoint(w.Context(), "cli", w.slug, e.ID) }
		}},
		{name: "endpoints.Registry.SendTest", stage: func(w *world) func(int) error {
			e := w.hook()
			w.must(w.process("drain", 1000)) // what other tests left
			w.queued()
			w.must(w.process("decide", 1000))
			w.now.Advance(3 * time.Minute)
			return func(int) error {
				_, err := w.Endpoints.SendTest(w.Context(), "cli", w.slug, e.ID)
				return err
			}
		}},
	}
}

func redeliveryWriters() []writer {
	span := func(w *world) endpoints.DeliveryWindow {
		return endpoints.DeliveryWindow{
			State: webhook.Failed,
			From:  w.now.Now().Add(-time.Hour),
			Until: w.now.Now().Add(time.Hour),
		}
	}
	return []writer{
		{name: "endpoints.Registry.Redeliver", stage: func(w *world) func(int) error {
			_, failed := w.failed(3)
			return func(int) error {
				_, err := w.Endpoints.Redeliver(w.Context(), "cli", w.slug, failed)
				return err
			}
		}},
		{name: "endpoints.Registry.Settle", stage: func(w *world) func(int) error {
			_, failed := w.failed(3)
			return func(int) error {
				_, err := w.Endpoints.Settle(w.Context(), "cli", w.slug, failed, "known outage")
				return err
			}
		}},
		{name: "endpoints.Registry.StartRedelivery", stage: func(w *world) func(int) error {
			w.failed(2)
			return func(int) error {
				_, err := w.Endpoints.StartRedelivery(w.Context(), "cli", w.slug, span(w), 2)
				return err
			}
		}},
		{name: "endpoints.Registry.StopRedelivery", stage: func(w *world) func(int) error {
			w.failed(2)
			id, err := w.Endpoints.StartRedelivery(w.Context(), "cli", w.slug, span(w), 2)
			w.must(err)
			return func(int) error { return w.Endpoints.StopRedelivery(w.Context(), "cli", w.slug, id) }
		}},
		{
			name: "endpoints.Registry.StepRedeliveries",
			also: []string{"endpoints.Registry.RunRedeliveries"},
			stage: func(w *world) func(int) error {
				w.failed(250)
				_, err := w.Endpoints.StartRedelivery(w.Context(), "cli", w.slug, span(w), 250)
				w.must(err)
				return func(int) error { return w.Endpoints.StepRedeliveries(w.Context()) }
			},
		},
		{name: "endpoints.Registry.ForceBreaker", stage: func(w *world) func(int) error {
			host := w.hook().Host
			return func(i int) error {
				return w.Endpoints.ForceBreaker(w.Context(), "cli", w.slug, host, "held by "+word(i))
			}
		}},
		{name: "endpoints.Registry.ResetBreaker", stage: func(w *world) func(int) error {
			host := w.hook().Host
			w.must(w.Endpoints.ForceBreaker(w.Context(), "cli", w.slug, host, ""))
			return func(i int) error {
				return w.Endpoints.ResetBreaker(w.Context(), "cli", w.slug, host, "reset by "+word(i))
			}
		}},
	}
}
