/**
 * Calling codes (ITU-T E.164, list of assigned country codes), each with its country (ISO 3166-1) and its time zones of the IANA
 * database. A country of several zones has its first and its last one. The code of North America stands for the United States,
 * whose rules are the strictest of those who share it, and for all clocks from Newfoundland to Hawaii. Islands on the other side of
 * the date line, or next to it, have rows of their own.
 */
const CODES = `
1 US America/St_Johns Pacific/Honolulu
1670 MP Pacific/Guam
1671 GU Pacific/Guam
1684 AS Pacific/Pago_Pago
20 EG Africa/Cairo
211 SS Africa/Juba
212 MA Africa/Casablanca
213 DZ Africa/Algiers
216 TN Africa/Tunis
218 LY Africa/Tripoli
220 GM Africa/Banjul
221 SN Africa/Dakar
222 MR Africa/Nouakchott
223 ML Africa/Bamako
224 GN Africa/Conakry
225 CI Africa/Abidjan
226 BF Africa/Ouagadougou
227 NE Africa/Niamey
228 TG Africa/Lome
229 BJ Africa/Porto-Novo
230 MU Indian/Mauritius
231 LR Africa/Monrovia
232 SL Africa/Freetown
233 GH Africa/Accra
234 NG Africa/Lagos
235 TD Africa/Ndjamena
236 CF Africa/Bangui
237 CM Africa/Douala
238 CV Atlantic/Cape_Verde
239 ST Africa/Sao_Tome
240 GQ Africa/Malabo
241 GA Africa/Libreville
242 CG Africa/Brazzaville
243 CD Africa/Kinshasa Africa/Lubumbashi
244 AO Africa/Luanda
245 GW Africa/Bissau
248 SC Indian/Mahe
249 SD Africa/Khartoum
250 RW Africa/Kigali
251 ET Africa/Addis_Ababa
252 SO Africa/Mogadishu
253 DJ Africa/Djibouti
254 KE Africa/Nairobi
255 TZ Africa/Dar_es_Salaam
256 UG Africa/Kampala
257 BI Africa/Bujumbura
258 MZ Africa/Maputo
260 ZM Africa/Lusaka
261 MG Indian/Antananarivo
262 RE Indian/Reunion
263 ZW Africa/Harare
264 NA Africa/Windhoek
265 MW Africa/Blantyre
266 LS Africa/Maseru
267 BW Africa/Gaborone
268 SZ Africa/Mbabane
269 KM Indian/Comoro
27 ZA Africa/Johannesburg
291 ER Africa/Asmara
297 AW America/Aruba
298 FO Atlantic/Faroe
299 GL America/Nuuk
30 GR Europe/Athens
31 NL Europe/Amsterdam
32 BE Europe/Brussels
33 FR Europe/Paris
34 ES Europe/Madrid Atlantic/Canary
350 GI Europe/Gibraltar
351 PT Europe/Lisbon Atlantic/Azores
352 LU Europe/Luxembourg
353 IE Europe/Dublin
354 IS Atlantic/Reykjavik
355 AL Europe/Tirane
356 MT Europe/Malta
357 CY Asia/Nicosia
358 FI Europe/Helsinki
359 BG Europe/Sofia
36 HU Europe/Budapest
370 LT Europe/Vilnius
371 LV Europe/Riga
372 EE Europe/Tallinn
373 MD Europe/Chisinau
374 AM Asia/Yerevan
375 BY Europe/Minsk
376 AD Europe/Andorra
377 MC Europe/Monaco
378 SM Europe/San_Marino
380 UA Europe/Kyiv
381 RS Europe/Belgrade
382 ME Europe/Podgorica
383 XK Europe/Belgrade
385 HR Europe/Zagreb
386 SI Europe/Ljubljana
387 BA Europe/Sarajevo
389 MK Europe/Skopje
39 IT Europe/Rome
40 RO Europe/Bucharest
41 CH Europe/Zurich
420 CZ Europe/Prague
421 SK Europe/Bratislava
423 LI Europe/Vaduz
43 AT Europe/Vienna
44 GB Europe/London
45 DK Europe/Copenhagen
46 SE Europe/Stockholm
47 NO Europe/Oslo
48 PL Europe/Warsaw
49 DE Europe/Berlin
501 BZ America/Belize
502 GT America/Guatemala
503 SV America/El_Salvador
504 HN America/Tegucigalpa
505 NI America/Managua
506 CR America/Costa_Rica
507 PA America/Panama
509 HT America/Port-au-Prince
51 PE America/Lima
52 MX America/Cancun America/Tijuana
53 CU America/Havana
54 AR America/Argentina/Buenos_Aires
55 BR America/Noronha America/Rio_Branco
56 CL America/Santiago Pacific/Easter
57 CO America/Bogota
58 VE America/Caracas
590 GP America/Guadeloupe
591 BO America/La_Paz
592 GY America/Guyana
593 EC America/Guayaquil Pacific/Galapagos
594 GF America/Cayenne
595 PY America/Asuncion
596 MQ America/Martinique
597 SR America/Paramaribo
598 UY America/Montevideo
599 CW America/Curacao
60 MY Asia/Kuala_Lumpur
61 AU Australia/Sydney Australia/Perth
62 ID Asia/Jayapura Asia/Jakarta
63 PH Asia/Manila
64 NZ Pacific/Auckland
65 SG Asia/Singapore
66 TH Asia/Bangkok
670 TL Asia/Dili
673 BN Asia/Brunei
675 PG Pacific/Port_Moresby
676 TO Pacific/Tongatapu
677 SB Pacific/Guadalcanal
678 VU Pacific/Efate
679 FJ Pacific/Fiji
685 WS Pacific/Apia
687 NC Pacific/Noumea
689 PF Pacific/Tahiti
7 RU Asia/Kamchatka Europe/Kaliningrad
76 KZ Asia/Almaty
77 KZ Asia/Almaty
81 JP Asia/Tokyo
82 KR Asia/Seoul
84 VN Asia/Ho_Chi_Minh
852 HK Asia/Hong_Kong
853 MO Asia/Macau
855 KH Asia/Phnom_Penh
856 LA Asia/Vientiane
86 CN Asia/Shanghai
880 BD Asia/Dhaka
886 TW Asia/Taipei
90 TR Europe/Istanbul
91 IN Asia/Kolkata
92 PK Asia/Karachi
93 AF Asia/Kabul
94 LK Asia/Colombo
95 MM Asia/Yangon
960 MV Indian/Maldives
961 LB Asia/Beirut
962 JO Asia/Amman
963 SY Asia/Damascus
964 IQ Asia/Baghdad
965 KW Asia/Kuwait
966 SA Asia/Riyadh
967 YE Asia/Aden
968 OM Asia/Muscat
970 PS Asia/Hebron
971 AE Asia/Dubai
972 IL Asia/Jerusalem
973 BH Asia/Bahrain
974 QA Asia/Qatar
975 BT Asia/Thimphu
976 MN Asia/Ulaanbaatar Asia/Hovd
977 NP Asia/Kathmandu
98 IR Asia/Tehran
992 TJ Asia/Dushanbe
993 TM Asia/Ashgabat
994 AZ Asia/Baku
995 GE Asia/Tbilisi
996 KG Asia/Bishkek
998 UZ Asia/Tashkent`;

const LONGEST_CODE = 4;
const countries = new Map<string, string>();
const zones = new Map<string, readonly string[]>();
for (const line of CODES.trim().split('\n')) {
  const [code, country, ...named] = line.split(' ') as [string, string, ...string[]];
  countries.set(code, country);
  zones.set(country, named);
}

/** Returns the country of a number of digits, by its calling code; null if no country has it. */
export function countryOfNumber(number: string): string | null {
  for (let length = LONGEST_CODE; length > 0; length--) {
    const country = countries.get(number.slice(0, length));
    if (country) return country;
  }
  return null;
}

/** Returns the first and the last time zone of a country; UTC for an unknown one. */
export const zonesOfCountry = (country: string | null): readonly string[] => zones.get(country ?? '') ?? ['UTC'];
