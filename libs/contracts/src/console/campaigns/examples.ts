/** The ids of the examples in the documentation of campaigns. */
export const EXAMPLE_ID = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b';
export const LIST_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10';
export const SEGMENT_ID = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';
export const PROFILE_ID = '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10';
