// Package submission lets a form of the console that is sent twice be carried out once. A page sends each submission of
// a form under a key of its own, and under the same key again where no answer came. The keys are kept for a day, with
// how the form was answered; secrets that an answer showed are not, and where it led to can only be read with the key.
// It knows nothing of HTTP or of any form.
package submission
