//# allFunctionsCalledOnLoad
import{ln as e}from"./parts-Cp8r5gq2.js";import{t}from"./index-xDJDv5u9.js";function n(){let{data:n}=e(t);return n.role===`admin`}export{n as t};