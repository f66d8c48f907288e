const desk = '{desk}'
const { IdentityProofingSDK: sdk } = await import(desk + '/sdk/11/proofdesk.js')
const accessToken = () => fetch('/token').then(answer => answer.text())
sdk.on('error', ({ code }) => { said.textContent = code })
await sdk.initialize({ apiBaseUrl: desk, accessToken })
begin.onclick = async () => {
  await sdk.liveFaceCheck()
  said.textContent = (await sdk.finalSubmit())[0].jobId
}
begin.disabled = false
