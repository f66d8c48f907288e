package review

import "proofdesk/app/onboarding"

// fieldOf returns a pointer to the field of personalDetails with a name; nil for an unknown one.
func fieldOf(p *onboarding.PersonalDetails, name string) *string {
	switch name {
	case "firstName":
		return &p.FirstName
	case "lastName":
		return &p.LastName
	case "fullName":
		return &p.FullName
	case "dateOfBirth":
		return &p.DateOfBirth
	case "sex":
		return &p.Sex
	case "nationality":
		return &p.Nationality
	case "documentNumber":
		return &p.DocumentNumber
	case "documentType":
		return &p.DocumentType
	case "issuingCountry":
		return &p.IssuingCountry
	case "issueDate":
		return &p.IssueDate
	case "expiryDate":
		return &p.ExpiryDate
	case "personalNumber":
		return &p.PersonalNumber
	}
	return nil
}

func setField(p *onboarding.PersonalDetails, name, value string) {
	if place := fieldOf(p, name); place != nil {
		*place = value
	}
}
