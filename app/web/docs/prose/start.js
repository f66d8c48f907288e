const desk = '{desk}'
const { IdentityProofingSDK: sdk } = await import(desk + '/sdk/11/proofdesk.js')
const accessToken = () => fetch('/token').then(answer => answer.text())
const tried = async work => { try { await work() } catch ({ code }) { said.textContent = code } }
begin.onclick = () => tried(async () => {
  await sdk.liveFaceCheck()
  said.textContent = (await sdk.finalSubmit())[0].jobId
})
await tried(() => sdk.initialize({ apiBaseUrl: desk, accessToken }).then(() => { begin.disabled = false }))
