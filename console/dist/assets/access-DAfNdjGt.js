//# allFunctionsCalledOnLoad
import{ln as e}from"./parts-B-9i_7uW.js";import{t}from"./index-Bt1QdahL.js";function n(){let{data:n}=e(t);return n.role===`admin`}export{n as t};