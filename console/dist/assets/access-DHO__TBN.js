//# allFunctionsCalledOnLoad
import{ln as e}from"./parts-D52ZZmNQ.js";import{t}from"./index-DHl04vCC.js";function n(){let{data:n}=e(t);return n.role===`admin`}export{n as t};