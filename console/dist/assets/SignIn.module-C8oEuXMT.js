//# allFunctionsCalledOnLoad
var e={page:`_page_1rphn_1`,form:`_form_1rphn_8`,heading:`_heading_1rphn_20`,providers:`_providers_1rphn_24`};export{e as t};