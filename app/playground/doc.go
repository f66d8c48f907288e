// Package playground draws what the camera of the playground plays: invented documents and faces, by the name of a
// specimen and the kind of capture that is asked for. It draws nothing that could be taken for a real document, and
// knows nothing of links and jobs.
package playground
