// The fields that are read from a document, by their names on the wire, in the order in which they are shown.
import { inLanguage, type Tongue } from './language'

export const labels = {
  firstName: ['First names', 'Nombres', 'Prénoms', 'पहला नाम'],
  lastName: ['Last name', 'Apellidos', 'Nom', 'उपनाम'],
  fullName: ['Name', 'Nombre completo', 'Nom complet', 'पूरा नाम'],
  dateOfBirth: ['Date of birth', 'Fecha de nacimiento', 'Date de naissance', 'जन्म तिथि'],
  sex: ['Sex', 'Sexo', 'Sexe', 'लिंग'],
  nationality: ['Nationality', 'Nacionalidad', 'Nationalité', 'राष्ट्रीयता'],
  documentNumber: ['Document number', 'Número de documento', 'Numéro du document', 'दस्तावेज़ संख्या'],
  documentType: ['Type of document', 'Tipo de documento', 'Type de document', 'दस्तावेज़ का प्रकार'],
  issuingCountry: ['Issuing country', 'País emisor', 'Pays émetteur', 'जारी करने वाला देश'],
  issueDate: ['Date of issue', 'Fecha de expedición', 'Date de délivrance', 'जारी करने की तिथि'],
  expiryDate: ['Date of expiry', 'Fecha de vencimiento', 'Date d’expiration', 'समाप्ति तिथि'],
  personalNumber: ['Personal number', 'Número personal', 'Numéro personnel', 'व्यक्तिगत संख्या'],
  'address.line1': ['Street', 'Calle', 'Rue', 'सड़क'],
  'address.city': ['City', 'Ciudad', 'Ville', 'शहर'],
  'address.state': ['State', 'Estado', 'État ou région', 'राज्य'],
  'address.postalCode': ['Postal code', 'Código postal', 'Code postal', 'पिन कोड'],
  'address.country': ['Country', 'País', 'Pays', 'देश'],
} satisfies Record<string, [string, string, string, string]>

export type FieldName = keyof typeof labels

/** Every field. */
export const fieldNames = Object.keys(labels) as FieldName[]

/** Returns the label of a field in a language. */
export const labelOf = (name: FieldName, language: Tongue): string => inLanguage(language, labels[name])

/** Reports whether a field is a date. */
export const isDate = (name: FieldName): boolean => /^date|Date$/.test(name)
