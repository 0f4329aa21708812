import type * as contract from '@lectern/contract/certificates.ts'
import { endpoint } from '../../request/client.ts'

export const verifyCertificate = endpoint<typeof contract.verifyCertificate>(
  'GET',
  '/api/certificate-verification/:number',
)
export const verifyPdf = endpoint<typeof contract.verifyPdf>('GET', '/api/certificate-verification')
export const listOwnCertificates = endpoint<typeof contract.listOwnCertificates>('GET', '/api/account/certificates')
export const requestCorrection = endpoint<typeof contract.requestCorrection>(
  'POST',
  '/api/account/certificates/corrections',
)
export const withdrawCorrection = endpoint<typeof contract.withdrawCorrection>(
  'DELETE',
  '/api/account/certificates/corrections/:id',
)

/** The address of a PDF, which the browser opens itself. */
export const pdfPath = (id: string): string => `/api/certificates/${id}/pdf`
