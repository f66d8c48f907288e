const desk = '{desk}'
const { IdentityProofingSDK: sdk } = await import(desk + '/sdk/11/proofdesk.js')
const accessToken = () => fetch('/token').then(answer => answer.text())
begin.onclick = async () => {
  await sdk.initialize({ apiBaseUrl: desk, accessToken })
  await sdk.liveFaceCheck()
  const [job] = await sdk.finalSubmit()
  said.textContent = job.jobId
}
begin.disabled = false
